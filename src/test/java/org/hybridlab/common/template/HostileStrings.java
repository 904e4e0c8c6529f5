package org.hybridlab.common.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Strings that become code wherever a value is pasted rather than quoted. Always the same ones. */
public final class HostileStrings {
    private static final List<String> CHOSEN = List.of("", " ", "'", "\"", "\\", "''", "\\'", "'\\''", "\"\\\"",
            "$(touch PWNED)", "`touch PWNED`", "${HOME}", "$HOME", "$x", "#{system('touch PWNED')}", "#$0", "#@x",
            "%x(ls)",
            "%{a}", "%s%n%d", "--flag", "-n", "-e", "; touch PWNED", "| cat", "& echo", "&& echo", "> PWNED",
            "< /etc/passwd",
            "*", "?", "[a]", "~", "~root", "!", "!!", "\n", "\r\n", "\r", "a\nb", "a\n'\nb", "'; touch PWNED; '",
            "\"; touch PWNED; \"", "EOF\ntouch PWNED\n", "__END__", "\n__END__\n", "=begin\n", "\n=begin\n",
            "# comment",
            "\t", "\u0001", "\u0007", "\b", "\u001b[31m", "\u007f", "\u0085", "\u00a0", "\u2028", "\u2029", "\ufeff",
            "\u2018", "\u2019", "\u201a", "\u201b", "\u201c", "\u2019; touch PWNED; \u2019", "caf\u00e9",
            "\u4f60\u597d",
            "\ud83d\ude00", "e\u0301", "\u202e", "yes", "no", "null", "~", "true", "1.30", "0755", "22:30", "1e3",
            "- a",
            "a: b", "a #b", "{a: b}", "[a, b]", "&a", "*a", "!tag", "|", ">", "%YAML", "---", "...", "@x", "=x", "<<",
            "[=x]",
            "${x}", "<#if x>", "</#if>", "<#-- x -->", "?no_esc", "{{ .x }}", "<script>", "]]>", "<!--", "\\n", "\\x41",
            "\\u0041", "\\e", "\\c", "\\0", "a=b", "FOO=bar", "x".repeat(5000), "'".repeat(100), "\\".repeat(101));
    private static final String PIECES = "'\"\\`$(){}[]#%&|;<>*?~!=-@:,. \n\r\ta1\u00e9\u2019\u201b\u2028\u0085\u0007";

    private HostileStrings() {
    }

    /** The chosen ones, then random mixtures of what is special anywhere. No NUL: no argument can hold one. */
    public static List<String> some(int count) {
        List<String> all = new ArrayList<>(CHOSEN);
        Random random = new Random(20_261_121);
        while (all.size() < count) {
            StringBuilder text = new StringBuilder();
            for (int length = 1 + random.nextInt(12); length > 0; length--) {
                text.append(random.nextInt(8) == 0 ? CHOSEN.get(random.nextInt(CHOSEN.size() - 3))
                        : PIECES.charAt(random.nextInt(PIECES.length())));
            }
            all.add(text.toString());
        }
        return List.copyOf(all.subList(0, count));
    }
}
