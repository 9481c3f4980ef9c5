-- ends: 124 stopped: the time limit was reached
::again:: goto again
