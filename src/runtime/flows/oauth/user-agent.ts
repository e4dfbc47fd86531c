/** Some providers answer nobody who does not say who is asking. */
export const USER_AGENT = 'authwright'
