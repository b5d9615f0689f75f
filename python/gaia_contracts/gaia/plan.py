"""A step of an agent's plan."""

from pydantic import Field

from gaia_contracts.wire import Described, Open, omittable


class PlanStepStatus(Described):
    """How far a step of a plan has come."""

    PENDING = "pending", "Not begun."
    IN_PROGRESS = "in_progress", "Being worked on."
    DONE = "done", "Finished."
    FAILED = "failed", "Given up after a failure."
    SKIPPED = "skipped", "Dropped because it is not needed any more."


class PlanStep(Open):
    """One step of a run's plan. A step that changes is sent again, whole, under the same `step_id`."""

    step_id: str = Field(description="Names the step within the run, for as long as the run lasts.")
    position: int = Field(ge=0, description="Place in the plan, from 0; steps are shown in this order.")
    title: str = Field(description="The step in a few words.")
    status: PlanStepStatus = Field(description="How far it has come.")
    detail: str = omittable("More about it in words: how it is to be done, or why it failed.")
