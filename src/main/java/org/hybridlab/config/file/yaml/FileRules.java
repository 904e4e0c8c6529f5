package org.hybridlab.config.file.yaml;

import java.util.List;

import org.hybridlab.config.rules.core.RuleEntry;

/** Rules about a lab file as a file and as YAML. */
public final class FileRules {
    static final RuleEntry MISSING = new RuleEntry("file-missing", "The lab file exists.");
    static final RuleEntry NOT_A_FILE = new RuleEntry("file-not-a-file", "A lab file is a file, not a folder.");
    static final RuleEntry UNREADABLE = new RuleEntry("file-unreadable", "The lab file may be read.");
    static final RuleEntry TOO_LARGE = new RuleEntry("file-too-large", "A lab file is at most 256 KiB long.");
    static final RuleEntry NOT_UTF8 = new RuleEntry("file-not-utf8", "A lab file is UTF-8 text.");
    static final RuleEntry CONTROL_CHARACTER = new RuleEntry("file-control-character",
            "A lab file holds no control characters besides line ends.");
    static final RuleEntry EMPTY = new RuleEntry("file-empty", "A lab file is not empty.");
    static final RuleEntry DOCUMENTS = new RuleEntry("file-documents", "A lab file holds one YAML document.");
    static final RuleEntry TAB = new RuleEntry("yaml-tab", "Lines are indented with spaces; YAML allows no tabs.");
    static final RuleEntry SYNTAX = new RuleEntry("yaml-syntax", "A lab file is well-formed YAML.");
    static final RuleEntry ANCHOR = new RuleEntry("yaml-anchor",
            "A lab file uses no anchors and aliases; `defaults` and `count` say things once.");
    static final RuleEntry TAG = new RuleEntry("yaml-tag", "A lab file uses no YAML tags such as `!!str`.");
    static final RuleEntry TOO_DEEP = new RuleEntry("yaml-too-deep", "Nothing is nested more than 20 times.");
    static final RuleEntry KEY_FORM = new RuleEntry("key-form", "Keys are plain words.");
    static final RuleEntry DUPLICATE_KEY = new RuleEntry("duplicate-key",
            "No key stands twice in the same mapping.");
    public static final List<RuleEntry> ALL = List.of(MISSING, NOT_A_FILE, UNREADABLE, TOO_LARGE, NOT_UTF8,
            CONTROL_CHARACTER, EMPTY, DOCUMENTS, TAB, SYNTAX, ANCHOR, TAG, TOO_DEEP, KEY_FORM, DUPLICATE_KEY);

    private FileRules() {
    }
}
