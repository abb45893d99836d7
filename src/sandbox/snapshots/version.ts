/**
 * Another number whenever a row, a job or the way to write them changes: there is no check of single rows.
 * `npm run docs` raises it when the fields of rows are others.
 */
export const stateVersion = 5
/** Of the names of all these fields. */
export const stateForm = '909OuOoDn3i1/ddmwtmZKj++DgdLyyMavnEp9K8Hu6Q='
