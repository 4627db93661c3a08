"""The judge side: runs tests' own expressions on values that the candidate side answered.

``Judge(host).run(job)`` needs a ``channel.CandidateHost`` and nothing of the operating system.
"""
