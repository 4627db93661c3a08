"""Values of scipy and statsmodels for the cases on stdin; one JSON document on stdout."""
import json
import sys

import numpy as np
from scipy import special, stats
from statsmodels.stats import contingency_tables, inter_rater, multitest, proportion, weightstats


def wilson(successes, trials):
    return list(map(float, proportion.proportion_confint(successes, trials, method="wilson")))


def pass_at_k(samples, correct, k):
    return float(1 - stats.hypergeom.pmf(0, samples, correct, k))


def mcnemar(only_first, only_second):
    table = [[0, only_first], [only_second, 0]]
    return float(contingency_tables.mcnemar(table, exact=True).pvalue)


def holm(p_values):
    return multitest.multipletests(p_values, method="holm")[1].tolist()


def cohens_d(first, second):
    a, b = weightstats.DescrStatsW(first), weightstats.DescrStatsW(second)
    pooled = weightstats.CompareMeans(a, b).std_meandiff_pooledvar / np.sqrt(1 / len(first) + 1 / len(second))
    return float((a.mean - b.mean) / pooled)


def fisher_ratio(first, second):
    return float((np.mean(first) - np.mean(second)) ** 2 / (np.var(first, ddof=1) + np.var(second, ddof=1)))


def spearman(first, second):
    value = float(stats.spearmanr(first, second).statistic)
    margin = stats.norm.ppf(0.975) * np.sqrt((1 + value**2 / 2) / (len(first) - 3))
    return [value, float(np.tanh(np.arctanh(value) - margin)), float(np.tanh(np.arctanh(value) + margin))]


def kappa(first, second):
    labels = sorted(set(first) | set(second))
    table = np.zeros((len(labels), len(labels)))
    for a, b in zip(first, second):
        table[labels.index(a), labels.index(b)] += 1
    return float(inter_rater.cohens_kappa(table).kappa)


def stratified(tasks):
    distribution, observed = np.ones(1), 0
    for samples, right, drawn, seen in tasks:
        support = np.arange(max(0, drawn - (samples - right)), min(drawn, right) + 1)
        distribution = np.convolve(distribution, stats.hypergeom.pmf(support, samples, right, drawn))
        observed += seen - support[0]
    return float(min(1, 2 * min(distribution[: observed + 1].sum(), distribution[observed:].sum())))


def sign_flip(differences):
    zeros = np.zeros(len(differences))
    outcome = stats.permutation_test(
        (np.array(differences), zeros),
        lambda a, b, axis: np.sum(a - b, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    return float(outcome.pvalue)


def paired(first, second, seed):
    rng = np.random.default_rng(seed)
    differences = np.array(first) - np.array(second)
    largest, size = np.abs(differences).max(), len(differences) + 2
    drawn = rng.integers(0, size, (20_000, size))
    pool = np.append(differences, [0, 0])
    unseen = np.where(rng.random(drawn.shape) < 0.5, largest, -largest)
    means = np.where(drawn == size - 1, unseen, pool[drawn]).mean(axis=1)
    return [float(end) for end in np.quantile(means, [0.025, 0.975])]


FUNCTIONS = {
    "wilson": wilson,
    "passAtK": pass_at_k,
    "mcnemar": mcnemar,
    "holm": holm,
    "cohensD": cohens_d,
    "fisherRatio": fisher_ratio,
    "spearman": spearman,
    "kappa": kappa,
    "stratified": stratified,
    "signFlip": sign_flip,
    "logBeta": lambda p, q: float(special.betaln(p, q)),
    "paired": paired,
}

json.dump([FUNCTIONS[name](*arguments) for name, arguments in json.load(sys.stdin)], sys.stdout)
