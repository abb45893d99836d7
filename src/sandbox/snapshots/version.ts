/**
 * Changes whenever a row, a job or their format changes: single rows are not checked.
 * `npm run docs` raises it when the fields of rows change.
 */
export const stateVersion = 8
/** Of the names of all these fields. */
export const stateForm = 'Mmtx+L1bHEsTjSHBuYChFdd+DYvsnE94KWNnPF0yxDg='
