"""What contained programs may use of numpy, pandas, scikit-learn and torch, so that their cells can share a process.

A fork of a parent that holds these packages costs as much as the calls of a typical cell. Listed are functions and
classes that compute and keep nothing; names that set options, read or write files, or draw from numpy's global
generator by name are not. Estimators and layers draw, too, so generators start anew in every cell (``fresh_state``). Objects of
these packages can still write files and evaluate text by methods that a program may name at run time, which is why
their processes are confined like those of any other program, and leave nothing to the next one.
"""

import sys

_NUMPY = frozenset(
    "abs absolute add all allclose amax amin angle any append apply_along_axis arange arccos arcsin arctan arctan2 argmax"
    " argmin argpartition argsort argwhere around array array_equal array_split asarray atleast_1d atleast_2d average"
    " bincount bool_ broadcast_to cbrt ceil clip column_stack concatenate conj convolve copy corrcoef cos cosh count_nonzero"
    " cov cross cumprod cumsum deg2rad degrees delete diag diagonal diff digitize divide dot dstack e einsum empty"
    " empty_like equal exp exp2 expand_dims expm1 extract eye fabs fill_diagonal fix flatnonzero flip fliplr flipud float16"
    " float32 float64 floor floor_divide full full_like gcd geomspace gradient greater greater_equal histogram hsplit"
    " hstack hypot identity inf in1d indices inner insert int16 int32 int64 int8 integer interp intersect1d invert isclose"
    " isfinite isin isinf isnan isscalar kron lcm less less_equal lexsort linspace log log10 log1p log2 logaddexp"
    " logical_and logical_not logical_or logical_xor logspace matmul max maximum mean median meshgrid min minimum mod"
    " moveaxis multiply nan nan_to_num nanargmax nanargmin nanmax nanmean nanmedian nanmin nanstd nansum nanvar ndarray"
    " ndim negative newaxis nonzero not_equal number object_ ones ones_like outer pad partition percentile pi piecewise"
    " place poly polyadd polyfit polyval positive power prod product ptp put quantile rad2deg radians ravel reciprocal"
    " remainder repeat reshape resize roll rollaxis roots rot90 round round_ row_stack searchsorted select setdiff1d"
    " setxor1d shape sign signbit sin sinc sinh size sort split sqrt square squeeze stack std str_ subtract sum swapaxes"
    " take take_along_axis tan tanh tensordot tile trace transpose trapz tri tril triu true_divide trunc uint16 uint32"
    " uint64 uint8 union1d unique unravel_index unwrap vander var vdot vectorize vsplit vstack where zeros zeros_like".split()
)
_PANDAS = frozenset(
    "Categorical CategoricalDtype DataFrame DatetimeIndex Grouper Index Interval MultiIndex NA NaT NamedAgg Period"
    " RangeIndex Series Timedelta Timestamp array concat crosstab cut date_range factorize get_dummies isna isnull melt"
    " merge notna notnull pivot pivot_table qcut timedelta_range to_datetime to_numeric to_timedelta unique".split()
)
_TORCH = frozenset(
    "Tensor abs add all allclose any arange argmax argmin argsort as_tensor atan2 bincount bmm bool broadcast_to bucketize"
    " cat cdist ceil chunk clamp clip clone concat conj corrcoef cos cosh cov cross cummax cummin cumprod cumsum deg2rad det"
    " diag diagonal diff div dot einsum empty empty_like eq equal exp expm1 eye flatten flip float float16 float32 float64"
    " floor full full_like gather ge gt histc hstack index_select int int16 int32 int64 int8 inverse isclose isfinite isinf"
    " isnan kron le lerp linspace log log10 log1p log2 logical_and logical_not logical_or logspace logsumexp long lt"
    " manual_seed masked_select matmul max maximum mean median meshgrid min minimum mm mode movedim mul multinomial multiply"
    " mv nan_to_num narrow ne no_grad nonzero norm normal numel ones ones_like outer permute pow prod quantile rad2deg rand"
    " rand_like randint randn randn_like randperm ravel reciprocal relu remainder repeat_interleave reshape roll round rot90"
    " rsqrt scatter searchsorted sigmoid sign sin sinh softmax sort split sqrt square squeeze stack std sub sum swapaxes t"
    " take tan tanh tensor tensordot tile topk trace transpose trapz tril triu true_divide trunc uint8 unbind unique"
    " unsqueeze var vdot vstack where zeros zeros_like".split()
)
_LAYERS = frozenset(
    "AdaptiveAvgPool2d AvgPool1d AvgPool2d BCELoss BCEWithLogitsLoss BatchNorm1d BatchNorm2d Bilinear Conv1d Conv2d"
    " ConvTranspose2d CosineSimilarity CrossEntropyLoss Dropout Dropout2d ELU Embedding Flatten GELU GRU GRUCell GroupNorm"
    " Identity InstanceNorm2d L1Loss LSTM LSTMCell LayerNorm LeakyReLU Linear LogSoftmax MSELoss MaxPool1d MaxPool2d Module"
    " MultiheadAttention NLLLoss PReLU PairwiseDistance RNN ReLU ReLU6 Sequential SiLU Sigmoid SmoothL1Loss Softmax Softplus"
    " Tanh TransformerEncoderLayer Unfold Upsample ZeroPad2d".split()
)
_ESTIMATORS = frozenset(
    "cluster compose covariance decomposition discriminant_analysis dummy ensemble feature_extraction.text"
    " feature_selection gaussian_process impute kernel_ridge linear_model manifold mixture model_selection multiclass"
    " naive_bayes neighbors neural_network pipeline preprocessing random_projection semi_supervised svm tree".split()
)
_FUNCTIONS = frozenset(
    "accuracy_score balanced_accuracy_score classification_report confusion_matrix cosine_similarity cross_val_predict"
    " cross_val_score euclidean_distances f1_score log_loss make_pipeline mean_absolute_error mean_squared_error"
    " normalize pairwise_distances precision_score r2_score recall_score roc_auc_score silhouette_score"
    " train_test_split".split()
)
HEAVY_MODULES = {
    "numpy": _NUMPY,
    "numpy.linalg": frozenset("cholesky cond det eig eigh eigvals eigvalsh inv lstsq matrix_power matrix_rank norm pinv qr solve svd".split()),
    "pandas": _PANDAS,
    "torch": _TORCH,
    "torch.nn": _LAYERS,
    "torch.nn.functional": frozenset(
        "avg_pool2d binary_cross_entropy binary_cross_entropy_with_logits conv1d conv2d cosine_similarity cross_entropy"
        " dropout elu embedding gelu interpolate l1_loss layer_norm leaky_relu linear log_softmax max_pool2d mse_loss"
        " nll_loss normalize one_hot pad relu sigmoid smooth_l1_loss softmax softplus tanh unfold".split()
    ),
}
PACKAGES = frozenset(["numpy", "pandas", "sklearn", "torch"])
# Methods that write files, evaluate text, take functions by name, draw, or start processes; not even as text.
DENIED = frozenset(
    "dump dumps eval query tofile style plot hist boxplot savefig ctypes setflags read_csv ctypeslib option_context"
    " set_option n_jobs backend verbose memory".split()
)
_TO = frozenset(
    "to_list to_numpy to_dict to_frame to_series to_records to_string to_datetime to_numeric to_timedelta to_period"
    " to_timestamp to_flat_index to_pydatetime to_dense to_coo".split()
)


def may_import(module, name):
    """Whether ``from module import name`` of a heavy module is one that a contained program may do."""
    if module in HEAVY_MODULES:
        return name in HEAVY_MODULES[module]
    package, _, rest = module.partition(".")
    if package != "sklearn" or rest not in _ESTIMATORS and rest not in ("metrics", "metrics.pairwise"):
        return False
    return name in _FUNCTIONS or name[:1].isupper() and name.isalnum()


def is_denied(name):
    """Whether an attribute, a keyword or a text names something that does more than compute."""
    return name in DENIED or name[:3] == "to_" and name not in _TO


def fresh_state():
    """Sets what these packages draw from to the same state in every cell and run; torch's own start is by chance."""
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(0)
    generator = getattr(sys.modules.get("torch"), "default_generator", None)
    if generator is not None:
        generator.manual_seed(0)
