"""The loop: draft, judge, object, revise, until a plan is approved or a person is asked.

    step(state, event) -> state        pure: what has happened so far
    wanted(state)      -> actions      pure: what is to be done next
    perform(action)    -> events       the only part that talks to models, clocks and keys

Every event is recorded before anything follows from it, so that a run goes on where it was killed.
"""
