"""Page transfer between prefill and decode processes."""

__version__ = "0.4.2"
