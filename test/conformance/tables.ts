/** The rows of test/spec as what they are rows of, and what each is called in the titles of tests. */
import type { EndpointSpec } from '../spec/endpoints'
import { type ErrorSpec, errors } from '../spec/errors'
import { type FieldSpec, fields } from '../spec/fields'
import { type LimitSpec, limits } from '../spec/limits'
import { type ScopeSpec, scopes } from '../spec/scopes'
import { type TransitionSpec, transitions } from '../spec/transitions'

export const errorRows: readonly ErrorSpec[] = errors
export const fieldRows: readonly FieldSpec[] = fields
export const limitRows: readonly LimitSpec[] = limits
export const scopeRows: readonly ScopeSpec[] = scopes
export const transitionRows: readonly TransitionSpec[] = transitions

export const nameOfEndpoint = ({ method, path }: EndpointSpec): string => `${method} ${path}`

export const nameOfField = ({ object, field }: FieldSpec): string => `${object}.${field}`
