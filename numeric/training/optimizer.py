"""An optimizer with its settings: the rules next door behind one call, with everything they compute on the way."""

from __future__ import annotations

from typing import Any, Generic, Literal, get_args

from lessonproof.records import dataclass
from numeric.fields.number import Rational
from numeric.parameters import Model
from numeric.training.adam import AdamStep, adam
from numeric.training.gradient_descent import DescentStep, gradient_descent

OptimizerName = Literal["sgd", "momentum", "nesterov", "adam", "adamw"]
NAMES: tuple[OptimizerName, ...] = get_args(OptimizerName)


@dataclass(frozen=True, slots=True)
class OptimizerStep(Generic[Model]):
    """computed: (role, tree) of what lies between gradients and update, in order   parameters: after the step
    before: what the next step starts from."""

    computed: tuple[tuple[str, Model], ...]
    parameters: Model
    before: DescentStep[Model] | AdamStep[Model]


@dataclass(frozen=True, slots=True)
class Optimizer:
    """name: one of NAMES   eta: the learning rate η   momentum: μ, of "momentum" and "nesterov"
    beta_1, beta_2, epsilon: of Adam and AdamW   decay: λ, of AdamW. All are written exactly."""

    name: OptimizerName
    eta: Rational
    momentum: Rational = "0.9"
    beta_1: Rational = "0.9"
    beta_2: Rational = "0.999"
    epsilon: Rational = "1e-8"
    decay: Rational = "0.01"

    def step(
        self, parameters: Model, gradients: Model, before: DescentStep[Model] | AdamStep[Model] | None
    ) -> OptimizerStep[Model]:
        """One step of all matrices at once.   before: `before` of the last step, None at the first."""
        if self.name in ("adam", "adamw"):
            assert before is None or isinstance(before, AdamStep)
            after = adam(
                parameters,
                gradients,
                self.eta,
                before=before,
                beta_1=self.beta_1,
                beta_2=self.beta_2,
                epsilon=self.epsilon,
                decay=self.decay if self.name == "adamw" else 0,
            )
            roles = ("m", "v", "m_hat", "v_hat", "update")
            return OptimizerStep(tuple((role, getattr(after, role)) for role in roles), after.parameters, after)
        assert before is None or isinstance(before, DescentStep)
        inert = self.name == "sgd"
        descent = gradient_descent(
            parameters,
            gradients,
            self.eta,
            momentum=0 if inert else self.momentum,
            velocity=None if inert or before is None else before.velocity,
            nesterov=self.name == "nesterov",
        )
        computed: tuple[tuple[str, Any], ...] = () if inert else (("velocity", descent.velocity),)
        return OptimizerStep(computed, descent.parameters, descent)
