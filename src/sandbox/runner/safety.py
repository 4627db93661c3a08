"""Static analysis, always on the safe side: which candidates cannot leave state behind, and which tests are pure."""
