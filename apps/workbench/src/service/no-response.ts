/** The message for users if the service does not respond. It has a separate file, because the first view needs it. */
export const NO_RESPONSE = 'The service behind this page does not respond';
