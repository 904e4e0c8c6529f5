package org.hybridlab.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Forms of secrets in a line. Repetitions are possessive or bounded, so that time is linear in the text. Java has no
 * maintained library for this. Token forms are as their issuers document them.
 */
final class SecretForms {
    /** Excludes names that etcd and the kubelet log. */
    private static final String WORDS = "(?:client-key-data|client-certificate-data|certificate-authority-data"
            + "|(?<!cluster-|burst)token|passw(?:or)?d|passphrase|(?<![a-z])pass(?![a-z])|pwd(?!=/)|secret|credentials?"
            + "|(?<![a-z])auth|authorization|cookie|api[_-]?key"
            + "|(?:access|account|private|certificate|encryption|signing)[_ -]?key(?:[_-]?(?:id|data))?"
            + "|dockerconfigjson|dockercfg|tls\\.key|ssh-privatekey)";
    private static final String NAME = "[a-z0-9_.-]{0,40}?" + WORDS + "[a-z0-9_.-]{0,20}+";
    private static final String FLAG =
            "--[a-z-]{0,40}?(?:token|pass(?:w(?:or)?d)?|passphrase|secret|certificate-key|api-key)(?![a-z-])";
    private static final String IS = "[\\\\\"']{0,4}+\\s{0,40}+[:=]\\s{0,40}+[\\\\\"']{0,4}+";
    /**
     * All that follows is the secret, since passwords have spaces, quotes and commas. After a bare colon, less than
     * four characters are an image tag.
     */
    private static final Pattern BEFORE = Pattern.compile("(?i)(?:" + WORDS
            + "(?:s?|[_-][a-z0-9_-]{0,60}+(?==)|[0-9]{1,3}+)"
            + "[\\\\\"']{0,4}+\\s{0,40}+(?::=|=>|=|:(?=[\\s\\\\\"'\\[]|\\S{4}))"
            + "(?:\\s{0,40}+\\[(?!removed]|\\s{0,40}+[{\\[\\]]))?"
            // Excludes empty values, flannel's next flag, and hybridlab's scripts in sudo's log.
            + "(?!\\\\?\"\\\\?\",)[\\s\\\\\"']{0,40}+(?!(?:true|false)\\b|version:|\\*//|\\$@)(?=[^\\s\\\\\"'{\\[|>])"
            // An entry of a list of variables, in either order.
            + "|(?<![a-z])name" + IS + NAME + "[\\\\\"']{0,4}+,\\s{0,40}+[\\\\\"']{0,4}+value" + IS + "(?=\\S)"
            + "|(?<![a-z])value" + IS + "(?=\\S[^}]{0,200}?[\\s\\\\\"',]name" + IS + NAME + ")"
            + "|(?<![a-z0-9-])" + FLAG + "(?:[\"']?,?\\s{1,40}+|=|[\"'],)[\"']?(?=\\S)"
            + "|(?<![a-z0-9-])(?:-u|--user|--proxy-user)(?:\\s{1,40}+|=)?(?=[\"']?[^\\s:\"']{1,200}+:[^\\s])"
            + "|(?<![a-z])(?:mysql|mariadb|sshpass)[a-z-]{0,20}+"
            + "(?:\\s[^-]\\S{0,80}+|\\s-(?!p)\\S{0,80}+|\\s){0,20}?\\s-p\\s?(?=\\S)"
            + "|(?<![a-z])identified\\s{1,40}+(?:with\\s{1,40}+\\S{1,80}+\\s{1,40}+)?(?:by|as)\\s{1,40}+(?=\\S)"
            + "|(?<![a-z])password\\s{1,40}+(?=[\"']\\S)"
            // A variable and its value, as in a Dockerfile.
            + "|(?<![a-z0-9_])[a-z0-9]{1,40}_" + WORDS + "\\s{1,40}+(?=\\S{1,1000}+$))");
    private static final Pattern BLOCK = Pattern.compile("(?i)" + WORDS
            + "s?[\"']?\\s{0,40}+:\\s{0,40}+[|>][0-9+-]{0,2}+\\s*+$");
    private static final Pattern LISTS = Pattern.compile("(?i)" + WORDS + "s?[\"']?\\s{0,40}+:\\s{0,40}+\\[?\\s*+$"
            + "|(?:^|\\s)(?:-\\s{1,40}+)?[\"']?" + FLAG + "[\"']?,?\\s*+$");
    private static final Pattern NAMES = Pattern.compile("(?i)(?<![a-z])name" + IS + NAME + "[\\\\\"']{0,4}+,?\\s*+$");
    private static final String TIME = "^(?:\\d{4}-\\S{1,40}+ )?";
    private static final String WORD = "(?=[^\\s\"'{}\\[\\]:-][^\\s:]*+\\s*+$)";
    private static final Pattern ITEM = Pattern.compile(TIME + "\\s*+(?:-\\s{1,40}+)?[\"']?" + WORD);
    private static final Pattern FURTHER_ITEM = Pattern.compile(TIME + "\\s*+(?:-\\s{1,40}+|[\"']){1,2}+" + WORD);
    private static final Pattern VALUE = Pattern.compile("(?i)"
            + TIME + "\\s*+(?:-\\s{1,40}+)?[\"']?value" + IS + "(?=\\S)");
    private static final Pattern OF_A_KEY = Pattern.compile(TIME + "\\s*+[A-Za-z0-9+/]{1,76}+={0,2}+\\s*+$");
    private static final List<Form> FORMS = List.of(
            // kubeadm's token, id.secret.
            new Form("(?<![a-z0-9])([a-z0-9]{6})\\.[a-z0-9]{16}(?![a-z0-9])", "$1." + Redactor.REMOVED),
            new Form("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}+(?:\\.[A-Za-z0-9_-]*+)?",
                    Redactor.REMOVED),
            new Form("(?i)(?<![a-z])((?:bearer|basic|negotiate|digest)\\s{1,40}+)[A-Za-z0-9+/._~=-]{16,}+",
                    "$1" + Redactor.REMOVED),
            // In base64, the colon of "user:password" is at one of three positions.
            new Form("(?<![A-Za-z])((?i:basic)\\s{1,40}+)(?:[A-Za-z0-9+/]{4}){0,40}?(?:O[g-v]|[A-Za-z0-9+/][DTjz][o-r]"
                    + "|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]6)[A-Za-z0-9+/]*+={0,2}+", "$1" + Redactor.REMOVED),
            new Form("(?i)(?<![a-z0-9])((?:sig|x-amz-signature)=)[^&\\s\"']++", "$1" + Redactor.REMOVED),
            // GitHub, GitLab, npm, Docker Hub, Slack, Vault, Google, AWS, OpenShift.
            new Form("(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|glpat-|npm_|dckr_[po]at_|xox[abeprs]-"
                    + "|hv[sbr]\\.|AIza|sk-|sha256~)[A-Za-z0-9_.-]{16,}+", Redactor.REMOVED),
            new Form("(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])", Redactor.REMOVED),
            // PEM in base64.
            new Form("LS0tLS1CRUdJTi[A-Za-z0-9+/=_-]*+", Redactor.REMOVED),
            // The user too, as registries and proxies accept tokens there.
            new Form("(?<=://)[^/\\s@\"']{1,1000}+@", Redactor.REMOVED + "@"),
            new Form("(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{160,}+={0,2}+", Redactor.REMOVED));

    private SecretForms() {
    }

    static String without(String line) {
        Matcher before = BEFORE.matcher(line);
        String clean = before.find() ? line.substring(0, before.end()) + Redactor.REMOVED : line;
        for (Form form : FORMS) {
            clean = form.pattern.matcher(clean).replaceAll(form.replacement);
        }
        return clean;
    }

    /** Whether the following, deeper indented lines are the value. */
    static boolean beginsBlock(String line) {
        return BLOCK.matcher(line).find();
    }

    /**
     * The text before a value on the next line.
     *
     * @param announced whether this line is such a value itself
     */
    static Optional<Pattern> beforeNext(String line, boolean announced) {
        return announced ? Optional.of(FURTHER_ITEM) : LISTS.matcher(line).find() ? Optional.of(ITEM)
                : Optional.of(VALUE).filter(value -> NAMES.matcher(line).find());
    }

    static boolean isOfAKey(String line) {
        return OF_A_KEY.matcher(line).matches();
    }

    private record Form(Pattern pattern, String replacement) {
        Form(String pattern, String replacement) {
            this(Pattern.compile(pattern), replacement);
        }
    }
}
