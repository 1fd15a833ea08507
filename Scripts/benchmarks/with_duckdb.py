"""Runs SQL where there is no duckdb program: with_duckdb.py DATABASE SQL"""
import sys

import duckdb

result = duckdb.connect(sys.argv[1]).execute(sys.argv[2])
for row in result.fetchall():
    print("|".join(map(str, row)))
