package org.hybridlab.diagnose;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What looks like a secret in one line. Every repetition is possessive or has a bound, so that the time grows with the
 * text's length only, whatever is in it. There is no kept library of this for Java; the forms of tokens are those that
 * their issuers document.
 */
final class SecretForms {
    private static final String WORDS = "(?:client-key-data|client-certificate-data|certificate-authority-data"
            + "|token|passw(?:or)?d|passphrase|pwd|secret|credentials?|(?<![a-z])auth"
            + "|authorization|cookie|api[_-]?key"
            + "|(?:access|account|private|certificate|encryption|signing)[_-]?key(?:[_-]?(?:id|data))?"
            + "|dockerconfigjson|dockercfg|tls\\.key|ssh-privatekey)";
    /**
     * Whatever follows belongs to it: passwords have spaces, quotes and commas in them. Less than four characters after
     * a bare colon are an image's tag.
     */
    private static final Pattern AFTER_A_WORD = Pattern.compile("(?i)" + WORDS
            + "(?:s?|[_-][a-z0-9_-]{0,60}+(?==)|[0-9]{1,3}+)"
            + "[\\\\\"']{0,4}+\\s{0,40}+(?::=|=>|=|:(?=[\\s\\\\\"']|\\S{4}))[\\s\\\\\"']{0,40}+"
            + "(?=[^\\s\\\\\"'{\\[|>])");
    private static final Pattern AFTER_A_FLAG = Pattern.compile("(?i)(?<![a-z0-9-])"
            + "(?:--[a-z-]{0,40}?(?:token|passw(?:or)?d|passphrase|secret|certificate-key|api-key)"
            + "(?:\\s{1,40}+|=)(?=\\S)"
            + "|(?:-u|--user|--proxy-user)(?:\\s{1,40}+|=)?(?=[\"']?[^\\s:\"']{1,200}+:[^\\s]))");
    private static final Pattern BLOCK = Pattern.compile("(?i)" + WORDS
            + "s?[\"']?\\s{0,40}+:\\s{0,40}+[|>][0-9+-]{0,2}+\\s*+$");
    private static final List<Form> FORMS = List.of(
            // Of kubeadm: id.secret.
            new Form("(?<![a-z0-9])([a-z0-9]{6})\\.[a-z0-9]{16}(?![a-z0-9])", "$1." + Redactor.REMOVED),
            new Form("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}+(?:\\.[A-Za-z0-9_-]*+)?",
                    Redactor.REMOVED),
            new Form("(?i)(?<![a-z])((?:bearer|basic|negotiate|digest)\\s{1,40}+)[A-Za-z0-9+/._~=-]{16,}+",
                    "$1" + Redactor.REMOVED),
            // GitHub, GitLab, npm, Docker Hub, Slack, Vault, Google, AWS, OpenShift.
            new Form("(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|glpat-|npm_|dckr_[po]at_|xox[abeprs]-"
                    + "|hv[sbr]\\.|AIza|sk-|sha256~)[A-Za-z0-9_.-]{16,}+", Redactor.REMOVED),
            new Form("(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])", Redactor.REMOVED),
            // PEM in base64.
            new Form("LS0tLS1CRUdJTi[A-Za-z0-9+/=_-]*+", Redactor.REMOVED),
            // The user too: registries and proxies take tokens there.
            new Form("(?<=://)[^/\\s@\"']{1,1000}+@", Redactor.REMOVED + "@"),
            new Form("(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{160,}+={0,2}+", Redactor.REMOVED));

    private SecretForms() {
    }

    static String without(String line) {
        String clean = cut(cut(line, AFTER_A_WORD), AFTER_A_FLAG);
        for (Form form : FORMS) {
            clean = form.pattern.matcher(clean).replaceAll(form.replacement);
        }
        return clean;
    }

    /** Whether the lines that follow, as far as they are indented deeper, are the value of a word. */
    static boolean beginsBlock(String line) {
        return BLOCK.matcher(line).find();
    }

    private static String cut(String line, Pattern before) {
        Matcher matcher = before.matcher(line);
        return matcher.find() ? line.substring(0, matcher.end()) + Redactor.REMOVED : line;
    }

    /** A pattern and what stays of it. */
    private record Form(Pattern pattern, String replacement) {
        Form(String pattern, String replacement) {
            this(Pattern.compile(pattern), replacement);
        }
    }
}
