package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Links between pages lead to files and headings that are there. */
class PageLinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">|(?m)^#+ (.+)$");

    @Test
    void links_ofAllPages_leadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String target : LINK.matcher(withoutCode(page)).results().map(link -> link.group(1)).toList()) {
                if (!target.contains("://") && !target.startsWith("mailto:") && !leadsSomewhere(page, target)) {
                    broken.add(page + " links to " + target);
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void anchors_asGitHubMakesThem() {
        assertThat(slug("Legacy mode: chapter 18, as `printed` ([why](x.md))"))
                .isEqualTo("legacy-mode-chapter-18-as-printed-why");
    }

    private static boolean leadsSomewhere(Path page, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || Files.isDirectory(file) || anchors(file).contains(parts[1]));
    }

    private static Set<String> anchors(Path file) throws IOException {
        Set<String> anchors = new HashSet<>();
        ANCHOR.matcher(withoutCode(file)).results()
                .forEach(one -> anchors.add(one.group(1) != null ? one.group(1) : slug(one.group(2))));
        return anchors;
    }

    private static String slug(String heading) {
        return heading.replaceAll("\\]\\([^)]*\\)", "").toLowerCase(Locale.ROOT).strip()
                .replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
    }

    private static String withoutCode(Path file) throws IOException {
        return Files.readString(file).replaceAll("(?ms)^```.*?^```", "");
    }

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("bench", "data", "docs", "labs", "reports", ".github")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                files.filter(file -> file.toString().endsWith(".md") && !file.toString().contains("/.hybridlab"))
                        .forEach(pages::add);
            }
        }
        try (Stream<Path> files = Files.list(Path.of(""))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
