"""Exact values as a benchmark: exams that come with solved games, scores, and data sets.

>>> from galda import exams
>>> report = exams.score("quixo", lambda position: position.legal_actions[0], size=3)
>>> 0 < report.share < 1
True
"""

from galda.exams.datasets import Dataset, make_dataset
from galda.exams.exam import Exam, exams_of
from galda.exams.report import Band, Report, Sitting
from galda.exams.scoring import score, score_values

__all__ = [
    "Band", "Dataset", "Exam", "Report", "Sitting", "exams_of", "make_dataset", "score",
    "score_values",
]  # fmt: skip
