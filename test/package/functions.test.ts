/** What the engine skips until it is called: functions in place of arrow functions at the top level of a part. */
import { expect, it } from 'vitest'
import { withFunctions } from '../../.ci/functions'

it.each([
  ['an expression', 'const a = (b) => b + 1;', 'const a = function(b) { return b + 1; };'],
  ['an object', 'const a = () => ({ b: 1 });', 'const a = function() { return ({ b: 1 }); };'],
  ['a block', 'const a = (b) => {\n\treturn b;\n};', 'const a = function(b) {\n\treturn b;\n};'],
  ['one that waits', 'const a = async (b) => await b;', 'const a = async function(b) { return await b; };'],
  [
    'defaults',
    'const a = ({ b = () => 1 }, c = (d) => d) => b(c);',
    'const a = function({ b = () => 1 }, c = (d) => d) { return b(c); };',
  ],
  ['several', 'f(() => 1, { a: () => 2 });', 'f(function() { return 1; }, { a: function() { return 2; } });'],
])('an arrow function becomes a function: %s', (_, text, expected) => {
  expect(withFunctions(text)).toBe(expected)
})

it.each([
  'function a() { return () => this; }',
  'class A { b = () => this; c() { return () => this; } }',
  'const a = function() { return () => arguments; };',
])('an arrow function stays inside of a function or a class: %s', (text) => {
  expect(withFunctions(text)).toBe(text)
})
