/** The parts of Jest that `payment-sandbox/jest` uses and extends. Jest's own types come with 230 packages. */
declare module '@jest/globals' {
  type Hook = (run: () => unknown) => void
  export const afterAll: Hook
  export const afterEach: Hook
  export const beforeEach: Hook
  export const expect: { extend(matchers: object): void }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> {}
  interface AsymmetricMatchers {}
}
