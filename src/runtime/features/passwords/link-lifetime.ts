/** Lifetime of the links in mails about passwords, and of the sign-up cookie. */
export const LINK_TTL_SECONDS = 3_600
