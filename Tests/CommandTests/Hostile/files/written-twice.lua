-- ends: 74 the script is writing this file already
csv.writer('inside/new.csv', { 'a' })
csv.writer('inside/../inside/new.csv', { 'a' })
