/** What `payment-sandbox/jest` takes of Jest, and adds to it. Jest itself has these types, and 230 packages. */
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
