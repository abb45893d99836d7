import * as z from 'zod/mini'
import { about } from './wire'

/** The usual parts of an answer of the sandbox itself, each with its text. */
export const text = (what: string) => about(what, z.string())
export const textOrNull = (what: string) => about(what, z.nullable(z.string()))
export const int = (what: string) => about(what, z.int())
export const flag = (what: string) => about(what, z.boolean())
export const list = <T extends z.core.$ZodType>(what: string, items: T) =>
  about(what, z.readonly(z.array(items)))
export const listOf = <T extends z.core.$ZodType>(what: string, items: T) =>
  z.strictObject({ data: about(what, z.array(items)) })
