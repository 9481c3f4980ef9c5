-- ends: 1 function: 
error(print)
