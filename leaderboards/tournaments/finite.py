"""Arithmetic in finite rings in which one can divide by the differences of the first few elements, for planned rounds (RNK-7.8).

Elements are ints from 0. The ring of size n is the product of the fields of the prime powers that n is made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod


def prime_powers(n: int) -> list[tuple[int, int]]:
    """The primes that n is made of, with their exponents."""
    found, prime = [], 2
    while n > 1:
        exponent = 0
        while n % prime == 0:
            n, exponent = n // prime, exponent + 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    return found


class Field:
    """The field of `prime ** exponent` elements; an element's digits to the base `prime` are the coefficients of a polynomial."""

    def __init__(self, prime: int, exponent: int) -> None:
        self.prime, self.exponent = prime, exponent
        self.size = prime**exponent
        self.modulus = _irreducible(prime, exponent)

    def add(self, one: int, other: int) -> int:
        """The sum."""
        return self._number([(a + b) % self.prime for a, b in zip(self._digits(one), self._digits(other), strict=True)])

    def multiply(self, one: int, other: int) -> int:
        """The product."""
        return self._number(_remainder(_product(self._digits(one), self._digits(other), self.prime), self.modulus, self.prime))

    def _digits(self, element: int) -> list[int]:
        return [element // self.prime**power % self.prime for power in range(self.exponent)]

    def _number(self, digits: Sequence[int]) -> int:
        return sum(digit * self.prime**power for power, digit in enumerate(digits))


class Ring:
    """The product of the fields that make up `size` elements."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.fields = [Field(prime, exponent) for prime, exponent in prime_powers(size)]
        self.independent = min((field.size for field in self.fields), default=1)
        """So many elements there are, `element(0)` and so on, whose differences can all be divided by."""

    def element(self, number: int) -> int:
        """The element that is `number` in every field."""
        return self._join([number] * len(self.fields))

    def add(self, one: int, other: int) -> int:
        """The sum."""
        return self._join(
            [field.add(a, b) for field, a, b in zip(self.fields, self._split(one), self._split(other), strict=True)]
        )

    def multiply(self, one: int, other: int) -> int:
        """The product."""
        parts = zip(self.fields, self._split(one), self._split(other), strict=True)
        return self._join([field.multiply(a, b) for field, a, b in parts])

    def _split(self, element: int) -> list[int]:
        parts = []
        for field in self.fields:
            element, part = divmod(element, field.size)
            parts.append(part)
        return parts

    def _join(self, parts: Sequence[int]) -> int:
        return sum(part * prod(field.size for field in self.fields[:index]) for index, part in enumerate(parts))


def _product(one: Sequence[int], other: Sequence[int], prime: int) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found[i + j] = (found[i + j] + a * b) % prime
    return found


def _remainder(digits: Sequence[int], modulus: Sequence[int], prime: int) -> list[int]:
    """What is left after division by a polynomial whose highest coefficient is 1."""
    rest, degree = list(digits), len(modulus) - 1
    for high in range(len(rest) - 1, degree - 1, -1):
        factor = rest[high]
        for power, digit in enumerate(modulus):
            rest[high - degree + power] = (rest[high - degree + power] - factor * digit) % prime
    return rest[:degree]


def _irreducible(prime: int, exponent: int) -> list[int]:
    """The first polynomial of this degree with highest coefficient 1 that no smaller one divides; lowest coefficient first."""

    def polynomials(degree: int) -> list[list[int]]:
        return [[*digits, 1] for digits in product(range(prime), repeat=degree)]

    smaller = [divisor for degree in range(1, exponent // 2 + 1) for divisor in polynomials(degree)]
    return next(found for found in polynomials(exponent) if all(any(_remainder(found, one, prime)) for one in smaller))
