/**
 * Changes whenever a row, a job or their format changes: single rows are not checked.
 * `npm run docs` raises it when the fields of rows change.
 */
export const stateVersion = 7
/** Of the names of all these fields. */
export const stateForm = '909OuOoDn3i1/ddmwtmZKj++DgdLyyMavnEp9K8Hu6Q='
