package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import org.hybridlab.artifact.image.ImageName;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.file.reader.ManifestReader;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.file.yaml.Source;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be wrong with a lab file whatever stands in it, and what is fine although it looks odd. */
class FileProblemsTest {
    private static final String GOOD = "name: good\nmachines: [{name: control, role: control-plane}]\n";

    @TempDir
    private Path folder;
    private static final int FILES = 2_000;
    private static final byte[] PIECES = "{}[]:,-#&*!|>'\"%@` \t\n\r\\0/~?<=\u00e4\u2028\ufeff"
            .getBytes(StandardCharsets.UTF_8);
    private static final List<String> LONG = Stream.of("a/", "a.", "a-", "a_", "a:", "a,", "a ", "1.", "\\a", "--a=")
            .map(part -> part.repeat(2000) + "a").toList();
    private static final int SMALL_STACK = 256 << 10;
    private static Lab lab;

    @Test
    void file_missingOrNoFile_isAProblem() {
        assertThat(only(folder.resolve("absent.yaml"))).isEqualTo("file-missing 1:1");
        assertThat(only(folder)).isEqualTo("file-not-a-file 1:1");
    }

    @Test
    void templates_thatNothingReads_getAWarning() throws IOException {
        Path file = Files.writeString(folder.resolve("lab.yaml"), GOOD);
        for (String name : List.of("kubeadm-init.yaml.ftl", "kubernetes/flanel.yaml.ftl", "templates/own.sh.ftl")) {
            writeFile(folder.resolve(name), "x");
        }
        Files.writeString(folder.resolve("kubernetes/flannel.yaml.ftl"), "<#include \"head.yaml.ftl\">\n");
        Files.writeString(folder.resolve("kubernetes/head.yaml.ftl"), "# head\n");
        Files.writeString(Files.createDirectories(folder.resolve("apps")).resolve("spare.yaml.ftl"), "# later\n");

        List<Problem> problems = LabFile.read(file, OpenChoices.network(Cidr.parse("192.168.57.0/24")),
                HostView.unknown(), Checkout.manifestTemplates()).problems();

        assertThat(problems).allMatch(problem -> problem.ruleId().equals("template-unused") && !problem.isError())
                .extracting(problem -> folder.relativize(problem.file()).toString())
                .containsExactlyInAnyOrder("kubeadm-init.yaml.ftl", "kubernetes/flanel.yaml.ftl",
                        "templates/own.sh.ftl");
        assertThat(problems).extracting(Problem::advice).anyMatch(advice -> advice.startsWith(
                "Move it to kubernetes/kubeadm-init.yaml.ftl in the lab's"));
    }

    @Test
    void aFileThatMayNotBeRead() throws IOException {
        Path file = Files.writeString(folder.resolve("lab.yaml"), GOOD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeThat(Files.isReadable(file)).as("root reads everything").isFalse();

        assertThat(only(file)).isEqualTo("file-unreadable 1:1");
    }

    @Test
    void aHugeFileIsNotEvenLoaded() throws IOException {
        assertThat(only(write(GOOD + "#".repeat(256 * 1024)))).isEqualTo("file-too-large 1:1");
    }

    @Test
    void folder_withoutALabName_needsAName() throws IOException {
        Path file = Files.createDirectories(folder.resolve("My Labs")).resolve("lab.yaml");

        assertThat(only(Files.writeString(file, GOOD.replace("name: good\n", "# no name\n"))))
                .isEqualTo("lab-name-folder 2:1");
        assertThat(LabFile.read(Files.writeString(file, GOOD), Cidr.parse("10.9.0.0/24")).problems()).isEmpty();
    }

    @Test
    void byteOrderMarks_andCarriageReturns_areFine() throws IOException {
        assertThat(read(write("\ufeff" + GOOD.replace("\n", "\r\n"))).orThrow().name()).isEqualTo("good");
    }

    @Test
    void places_afterWideCharacters_areRight() throws IOException {
        String good = GOOD.replace("\n", "\r\n");

        assertThat(only(write("# \ud83d\ude00\r\n" + good + "checks: [{name: \"\ud83d\ude00\", htp: 1}]\r\n")))
                .isEqualTo("key-unknown 4:22");
    }

    @Test
    void utf16IsNotUtf8() throws IOException {
        Path file = folder.resolve("lab.yaml");

        assertThat(only(Files.write(file, GOOD.getBytes(StandardCharsets.UTF_16)))).isEqualTo("file-not-utf8 1:1");
    }

    @Test
    void aScalarOrAListIsNoLab() throws IOException {
        assertThat(only(write("first-cluster\n"))).isEqualTo("mapping-expected 1:1");
        assertThat(only(write("- first-cluster\n"))).isEqualTo("mapping-expected 1:1");
        assertThat(only(write("~\n"))).isEqualTo("mapping-expected 1:1");
    }

    @Test
    void endlessNesting_isAProblem_atItsPlace() throws IOException {
        assertThat(only(write("name: " + "[".repeat(10_000) + "\n"))).isEqualTo("yaml-too-deep 1:26");
    }

    @Test
    void problems_giveTerminal_noHiddenSequences() throws IOException {
        LabReading reading = read(write(GOOD + """
                "un\\e[2Jknown\\u202e": 1
                provider: "\\e]0;title\\a"
                untaint: "\\b"
                "%s": 1
                """.formatted("long".repeat(200))));

        assertThat(reading.problems()).hasSize(4).allSatisfy(problem -> {
            assertThat(problem.text().codePoints().filter(c -> c != '\n'))
                    .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
            assertThat(problem.text()).hasSizeLessThan(1_500);
        });
        assertThat(reading.problems().get(0).message()).contains("un\\u001b[2Jknown\\u202e");
    }

    @Test
    void exception_endingACommand_holdsAllErrors() throws IOException {
        LabReading reading = read(write("""
                nam: good
                untaint: maybe
                machines: [{name: control, role: control-plane}]
                """));

        LabException e = failure(reading::orThrow);
        assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(e.what()).contains("2 errors");
        assertThat(e.why().orElseThrow()).contains("lab.yaml:1:1", "lab.yaml:2:10", "[boolean-expected]");
    }

    @Test
    void aWarningDoesNotStopTheLab() throws IOException {
        LabReading reading = read(write("kubernetes: 1.99.2\n" + GOOD));

        assertThat(reading.errors()).isEmpty();
        assertThat(reading.warnings()).extracting(Problem::ruleId).containsExactly("kubernetes-newer");
        assertThat(reading.orThrow().kubernetes()).hasToString("1.99.2");
    }

    @Test
    void rules_speakOfWellFormedPartsOnly() throws IOException {
        assertThat(read(write("""
                name: good
                machines: [{name: node, role: contol-plane}]
                network: {pods: 10.96.0.0/16}
                """)).problems()).extracting(Problem::ruleId).containsExactly("role-unknown");
        assertThat(read(write("""
                name: good
                untaint: maybe
                machines: [{name: control, role: control-plane}]
                network: {services: 10.96.0.0/29}
                """)).problems()).extracting(Problem::ruleId)
                .containsExactly("boolean-expected", "services-network-small");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("lab.yaml"), text);
    }

    private static LabReading read(Path file) {
        return LabFile.read(file, Cidr.parse("192.168.57.0/24"));
    }

    private static String only(Path file) {
        LabReading reading = read(file);
        assertThat(reading.lab()).isEmpty();
        assertThat(reading.problems()).hasSize(1);
        Problem problem = reading.problems().get(0);
        return "%s %d:%d".formatted(problem.ruleId(), problem.line(), problem.column());
    }

    @Test
    void reading_ofBrokenBytes_failsByProblemsOnly() throws IOException {
        byte[] good = BadCase.labs().stream().filter(bad -> bad.name().equals("vni-windows/too-small"))
                .findFirst().orElseThrow().content();
        Random random = new Random(7);
        Path file = folder.resolve("lab.yaml");
        int labs = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = changed(good, random);
            LabReading reading = LabFile.read(Files.write(file, bytes), Cidr.parse("192.168.57.0/24"));
            labs += reading.lab().isPresent() ? 1 : 0;
            assertThat(reading.lab().isPresent()).as(() -> Arrays.toString(bytes))
                    .isEqualTo(reading.errors().isEmpty());
            assertThat(reading.problems()).as(() -> Arrays.toString(bytes)).allSatisfy(problem -> {
                assertThat(problem.line()).isBetween(1, lines(bytes));
                assertThat(problem.column()).isBetween(1, bytes.length + 1);
                assertThat(problem.advice()).isNotBlank();
            });
        }
        assertThat(labs).isLessThan(FILES);
    }

    private static byte[] changed(byte[] good, Random random) {
        byte[] bytes = good.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            int length = random.nextInt(6);
            byte[] piece = new byte[length];
            for (int i = 0; i < length; i++) {
                piece[i] = random.nextInt(8) == 0 ? (byte) random.nextInt(256) : PIECES[random.nextInt(PIECES.length)];
            }
            int until = Math.min(bytes.length, at + random.nextInt(12));
            byte[] next = new byte[at + length + bytes.length - until];
            System.arraycopy(bytes, 0, next, 0, at);
            System.arraycopy(piece, 0, next, at, length);
            System.arraycopy(bytes, until, next, at + length, bytes.length - until);
            bytes = next.length == 0 ? good : next;
        }
        return bytes;
    }

    private static int lines(byte[] bytes) {
        return new Source(Path.of("x"), new String(bytes, StandardCharsets.UTF_8)).lines().size();
    }

    @Test
    void hugeManifest_isTheLabsMistake() throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(folder.resolve("app.yaml").toFile(), "rw")) {
            sparse.setLength(3L << 30);
        }
        Path file = Files.writeString(folder.resolve("lab.yaml"), """
                name: huge
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [{name: app, manifests: [app.yaml]}]
                """);

        assertThat(LabFile.read(file, Cidr.parse("192.168.57.0/24")).problems())
                .anySatisfy(problem -> assertThat(problem.message()).contains("no file of at most 3 MiB"));
    }

    @BeforeAll
    static void readLab(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/app.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n");
        lab = new WrittenLab(folder).lab("""
                name: it
                machines: [{name: control, role: control-plane}, {name: node}, {name: win, os: windows}]
                apps: [{name: app}]
                """);
    }

    static List<BadCase> rules_surviveLongTexts() {
        return BadCase.manifests();
    }

    @ParameterizedTest
    @MethodSource
    void rules_surviveLongTexts(BadCase manifest) throws Exception {
        AppFacts facts = ManifestReader.rendered("it.yaml", manifest.text());
        FutureTask<Void> task = new FutureTask<>(() -> {
            facts.objects().forEach(object -> LONG.stream().flatMap(text -> each(object.body(), text).stream())
                    .forEach(body -> judge(new ManifestObject("it.yaml", body, object.repeated(),
                            object.documents()))));
            return null;
        });
        new Thread(null, task, "rules", SMALL_STACK).start();
        assertThatCode(task::get).doesNotThrowAnyException();
    }

    private static void judge(ManifestObject object) {
        AppFacts app = new AppFacts(List.of(), List.of(), List.of(), List.of(object), true);
        RuleBook.rules().forEach(rule -> rule.judge(new LabFacts(lab, List.of(app), HostView.unknown())));
    }

    /** The same node once for each text in it, with that one in its place. */
    private static List<ManifestNode> each(ManifestNode node, String text) {
        List<ManifestNode> all = new ArrayList<>();
        if (node.text().isPresent()) {
            all.add(new ManifestNode(Form.TEXT, Optional.of(text), Optional.empty(), List.of(), Map.of(), Map.of(),
                    node.line(), node.column()));
        }
        for (int i = 0; i < node.items().size(); i++) {
            for (ManifestNode item : each(node.items().get(i), text)) {
                List<ManifestNode> items = new ArrayList<>(node.items());
                items.set(i, item);
                all.add(new ManifestNode(node.form(), node.text(), node.number(), items, Map.of(), Map.of(),
                        node.line(), node.column()));
            }
        }
        node.fields().forEach((key, value) -> each(value, text).forEach(field -> {
            Map<String, ManifestNode> fields = new LinkedHashMap<>(node.fields());
            fields.put(key, field);
            all.add(new ManifestNode(node.form(), node.text(), node.number(), List.of(), fields, node.keys(),
                    node.line(), node.column()));
        }));
        return all;
    }

    @Test
    void imageName_ofManyParts_isRead() {
        assertThat(ImageName.of("a/".repeat(2000) + "a:1")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/", "a-"})
    void longImageName_isAnError(String part) {
        String image = "registry.example/" + part.repeat(4000 / part.length()) + "a";
        AppFacts app = ManifestReader.rendered("it.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec: {containers: [{name: c, image: '%s:1.2'}]}
                """.formatted(image));

        assertThat(RuleBook.rules().stream().flatMap(rule -> rule.judge(new LabFacts(lab, List.of(app),
                HostView.unknown())).stream())).anySatisfy(found -> {
                    assertThat(found.ruleId()).isEqualTo("image-form");
                    assertThat(found.mark()).hasValueSatisfying(mark -> assertThat(mark.line()).isEqualTo(4));
                });
    }
}
