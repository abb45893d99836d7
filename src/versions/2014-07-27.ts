import { forms as newer } from './2015-11-17'
import { type Forms, form } from './form'

const charge = newer.charge?.fields.join(' ') ?? ''

/** From 2015-11-17 back to 2014-07-27, where `captured` was the name of `paid`. */
export const forms: Forms = {
  charge: form(charge.replace(' paid ', ' paid captured '), { captured: 'paid' }),
}
