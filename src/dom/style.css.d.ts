// For TypeScript, which checks imports made for their effect: a style sheet has no names.
export {};
