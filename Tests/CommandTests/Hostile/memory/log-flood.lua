-- ends: 1 stopped: the output limit was reached
while true do log.info(('flood '):rep(1000)) end
