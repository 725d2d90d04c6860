// What one shell reads in a way of its own.
import type { Attack } from "./attack.ts";

export const shellsApart: readonly Attack[] = [
  {
    about: "what one shell reads in a way of its own",
    allow: ["ls **", "a: **", "'!' **", "'if' **", "x@&1 **"],
    deny: ["rm **"],
    cases: {
      ask: [
        // ksh93 takes it for a label
        "a: ls",
        "ls: id",
        // fish takes them for keywords
        "\\! ls",
        "'!' ls",
        "'if' ls",
        "and ls",
        "ls; or ls",
        // fish takes it for a part of the word
        "ls x&1",
        "ls x@&1",
        // fish takes the rest for one word
        'ls \\;# c"a b"',
        // fish takes the quote behind such a # for a part of a comment, and the next line for a command
        "ls \\ #'\nid #'",
        "ls a\\ #'\nid #'",
        "ls \\;#'\nid #'",
        "ls \\|#'\nid\n#'",
        "ls \\(#'\nid #'",
        'ls \\>#"\nid #"',
        "ls \\<#'\nid #'",
        "ls \\\t#'\nid #'",
        "ls '' \\ #'\nid #'",
        'ls \\&#"\nid #"',
        "ls x\\ #'\nid '",
        "ls a\\\n#'\nid #'",
        // fish keeps the backslash
        'ls "\\`"',
        'ls "a\\`b" c',
        // fish reads on to the closing bracket
        "ls x[ 1]",
        // zsh sets a parameter
        "1=x ls",
        "2=>&1 ls",
        // zsh runs what follows
        "- ls",
        // busybox reads on to the end
        "ls [[ && ls",
        // fish makes words of it
        "{ ls , x; }",
      ],
      deny: [
        "ls \\ #'\nrm x #'",
        "ls a\\ #'\nrm x #'",
        "ls \\;#'\nrm x #'",
        "ls \\|#'\nrm x\n#'",
        "ls \\(#'\nrm x #'",
        'ls \\>#"\nrm x #"',
        "ls \\<#'\nrm x #'",
        "ls \\\t#'\nrm x #'",
        "ls '' \\ #'\nrm x #'",
        "ls a\\\n#'\nrm x #'",
        "ls \\ #'\nls \"\\\"#\" \\;#'\nrm x #'",
        "fish -c \"ls \\ #'\nrm x #'\"",
        "ls 'a\\' '; rm x #'",
        "a: rm x",
        "12x=1 rm y",
        "ls >|'rm' x",
        "{rm..x}",
        "=rm x",
        "12>! rm x",
        "ls &>>y 123>&2 rm x",
        "and rm x",
        "- rm x",
        "1=x rm y",
        "{if rm x; }",
        ">&|'2' rm x",
        "{rm,x}",
        "ls x &>y rm z",
        // ksh93 takes >; for one operator
        "ls |>; x rm",
        ">; x rm y",
        '<>; x ""\\rm y',
      ],
    },
  },
];
