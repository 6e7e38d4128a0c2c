"""The benchmark: what sequential UUID keys are worth on your own machine.

How the parts go together: `__main__` plans the runs of the `scenarios`, runs what is not in the results yet and
appends a record for each (`results`); `report` and `charts` turn the records into pictures and a page. A scenario
uses the server (`server`), limits on its memory and disk (`limits`), its tables (`tables`) with keys of several kinds
(`contenders`), pgbench (`load`) and counters (`measure`); `lines` draws figures over time.
"""
