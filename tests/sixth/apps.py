from games import apps


class SixthConfig(apps.GameConfig):
    name = "tests.sixth"
