-- ends: 0
log.error('\27[2J\27]0;owned\7\r\b\0\u{9b}31m')
