/**
 * Changes whenever a row, a job or their format changes: single rows are not checked.
 * `npm run docs` raises it when the fields of rows change.
 */
export const stateVersion = 10
/** Of the names of all these fields. */
export const stateForm = 'mQQwuD/GfDyvsNd7G/K3RNFaXXSvQ5AHf0N6RHgITOQ='
