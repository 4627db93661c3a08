"""What an exception says of itself."""


def error_text(error):
    """``str(error)``, where no object has to write itself for it."""
    text = getattr(error, "candidate_message", None) if getattr(type(error), "from_candidate", False) else None
    if type(text) is str:
        return text
    if all(type(value) in (str, int, float, bool, type(None)) for value in error.args):
        try:
            return str(error)
        except Exception:
            return ""
    return ""
