package org.hybridlab.provider.vagrant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;

/**
 * A box of Vagrant on this host: boxes/NAME/VERSION/PROVIDER; since Vagrant 2.4 with the architecture before the
 * provider.
 *
 * @param version {@code 0} for a box from a file
 */
public record InstalledBox(String version, Path folder) {
    private static final Comparator<InstalledBox> BY_VERSION =
            Comparator.comparing((InstalledBox one) -> BoxVersion.of(one.version)).thenComparing(InstalledBox::folder);

    /** The box that Vagrant would use: the chosen version, or the newest. */
    public static Optional<InstalledBox> of(BoxChoice box, ProviderName provider, Path vagrantHome) {
        Path versions = vagrantHome.resolve("boxes").resolve(BoxChoice.nameOfFolder(box.name()));
        try (Stream<Path> files = Files.isDirectory(versions) ? Files.walk(versions, 3) : Stream.<Path>empty()) {
            return files.filter(file -> file.endsWith(provider.id()))
                    .map(file -> new InstalledBox(versions.relativize(file).getName(0).toString(), file))
                    .filter(one -> box.version().map(BoxVersion::of).map(BoxVersion.of(one.version)::compareTo)
                            .orElse(0) == 0)
                    .max(BY_VERSION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A box's version, in Vagrant's order, which is Ruby's {@code Gem::Version}: numbers by value, words before the
     * version without them, and without trailing zeros.
     */
    record BoxVersion(List<String> parts) implements Comparable<BoxVersion> {
        private static final Pattern PART = Pattern.compile("[0-9]+|[A-Za-z]+");

        BoxVersion {
            parts = List.copyOf(parts);
        }

        static BoxVersion of(String text) {
            List<String> all = PART.matcher(text.replace("-", ".pre.")).results().map(MatchResult::group).toList();
            List<String> numbers = all.stream().takeWhile(BoxVersion::isNumber).toList();
            List<String> parts = new ArrayList<>(withoutZeros(numbers));
            parts.addAll(withoutZeros(all.subList(numbers.size(), all.size())));
            return new BoxVersion(parts);
        }

        private static List<String> withoutZeros(List<String> parts) {
            int end = parts.size();
            while (end > 0 && parts.get(end - 1).matches("0+")) {
                end--;
            }
            return parts.subList(0, end);
        }

        private static boolean isNumber(String part) {
            return Character.isDigit(part.charAt(0));
        }

        @Override
        public int compareTo(BoxVersion other) {
            int compared = 0;
            for (int i = 0; compared == 0 && i < Math.max(parts.size(), other.parts.size()); i++) {
                compared = compare(part(i), other.part(i));
            }
            return compared;
        }

        private String part(int number) {
            return number < parts.size() ? parts.get(number) : "0";
        }

        private static int compare(String one, String other) {
            if (isNumber(one) != isNumber(other)) {
                return isNumber(one) ? 1 : -1;
            }
            return isNumber(one) ? new BigInteger(one).compareTo(new BigInteger(other)) : one.compareTo(other);
        }
    }
}
