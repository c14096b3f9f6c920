"""The JSON that pages and programs get, as types: views of a table, coach, lessons, replays.

The scripts share them: `scripts/typescript.py` writes them to `static/schema.d.ts`, which the JSDoc
of the scripts refers to, and a test fails when the two differ.
"""
