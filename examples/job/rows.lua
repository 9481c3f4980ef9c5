for row, line in csv.rows(arg[1]) do
  print(line, row.day, row.title, tonumber(row.pages))
end
