/** Whether a part of the package is there: `imports` of package.json puts absent.ts in its place where a bundle leaves it out. */
export const present: boolean = true
