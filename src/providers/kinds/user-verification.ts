/** Whether an authenticator must verify the user, for example by PIN or fingerprint, and not only their presence. */
export type UserVerification = 'required' | 'preferred' | 'discouraged'
