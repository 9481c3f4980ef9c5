-- ends: 1 rawset: this table is read-only
rawset(spark, 'add', print)
