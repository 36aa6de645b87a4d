"""How passwords are hashed (QUA-4.6)."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane: strong, and a storm of log-ins does not eat the memory."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
