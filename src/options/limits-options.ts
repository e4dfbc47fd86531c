/** So many attempts in so much time. */
export interface Limit {
  /** The most attempts within the window. */
  max: number
  /** Seconds from the first attempt until the count begins again. */
  window: number
}

/**
 * How many attempts to sign in by guessing are allowed, and how many mails are sent. Attempts that succeed
 * are not counted. `false` turns a limit off.
 */
export interface LimitsOptions {
  /** From one network address for one account. Default: 10 in 900 seconds. */
  addressAndAccount?: Limit | false
  /** From one network address for whatever account. Default: 100 in 900 seconds. */
  address?: Limit | false
  /** For one account, from all browsers that have not signed in to it before. Default: 50 in 3,600 seconds. */
  account?: Limit | false
  /**
   * In total, from all such browsers. Above it, attempts are delayed by a second or more; above ten times as many, they
   * are refused. Default: 1,000 in 60 seconds.
   */
  global?: Limit | false
  /** For one account, from one browser that has signed in to it before. Default: 10 in 900 seconds. */
  browser?: Limit | false
  /** Mails to one mailbox, however its address is spelled. Default: 5 in 900 seconds. */
  mailsPerRecipient?: Limit | false
  /** Mails that are requested from one network address. Default: 50 in 900 seconds. */
  mailsPerClient?: Limit | false
  /** All mails requested by browsers that have not signed in to the account before. Default: 1,000 in 900 seconds. */
  mailsInTotal?: Limit | false
  /** Logout tokens from one network address that are rejected; ten times as many where the address is unknown. Default: 1,000 in 900 seconds. */
  logoutTokens?: Limit | false
}
