-- ends: 1 this iterator has ended or was closed
local f, _, _, c = spark.each()
f()
do local x <close> = c end
f()
