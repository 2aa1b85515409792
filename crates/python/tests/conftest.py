import pytest

G = 9.81
STIFF = 1e6
RADIUS = 0.1


@pytest.fixture
def ball_on_table():
    """ball_on_table(height, parameters, velocity): the text of a ball of 1 kg and 0.1 m above a table."""

    def text(height, parameters="", velocity=(0, 0, 0)):
        return f"""
[unit]
name = "BallOnTable"
[bodies.table]
shape = {{ plane = {{}} }}
[bodies.ball]
mass = 1.0
position = [0, 0, {height!r}]
velocity = {list(map(float, velocity))}
shape = {{ sphere = {{ radius = {RADIUS} }} }}
[contacts]
compliance.k = {STIFF}
{parameters}
"""

    return text
