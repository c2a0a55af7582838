/** After a rotation, the key of the hashes follows: what is only stored as a hash cannot be hashed anew. */
export const DATA_KEY_FORMAT = /^[0-9a-f]{64}(?::[0-9a-f]{64})?$/;
