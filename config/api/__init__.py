"""What all resources of the REST API share (PRO section 10): who is asking, how often they may, how errors look, where they are.

Resources are views of the rooms; they name nothing of this package: the settings (`REST_FRAMEWORK`) put it round them.
"""
