/** A command did what it could, and its answer is no: one line, exit status 1. Not a fault of its own. */
export class Failure extends Error {}
