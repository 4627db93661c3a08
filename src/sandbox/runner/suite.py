"""Compiles the tests of a suite once and finds the cheapest sound way to run each of them.

* ``planned``: every call of the candidate has literal arguments and the rest is pure. The calls become a *plan* that
  all tests with the same calls share; the judge evaluates the test on the recorded outcomes.
* ``pure``: the test computes its arguments, but touches nothing that could outlive it: it runs in the judge itself,
  with a proxy that asks the candidate.
* ``general``: anything else (imports, classes, unittest): it runs in a throw-away copy of the judge with proxies.
* ``stdio``: a script with its input and expected output.
"""
