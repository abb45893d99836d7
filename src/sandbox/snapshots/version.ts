/**
 * Changes whenever a row, a job or their format changes: single rows are not checked.
 * `npm run docs` raises it when the fields of rows change.
 */
export const stateVersion = 9
/** Of the names of all these fields. */
export const stateForm = 'eQFEG0kheo5WXe6qysqT9gvR6oQ3CdXRAsH8hcKL6DQ='
