package org.hybridlab.check.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.config.model.CheckSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A page behind a NodePort of two pods, whose first good answer says nothing about the next one. */
class PageLooksTest {
    private static final String GOOD = "200 hello";
    private static final String BROKEN = "500 no database";
    private static final String MANIFEST = "apiVersion: v1\nkind: Service\nmetadata: {name: numbers-web}\n";

    private final Fixture fixture = new Fixture();
    private final AtomicInteger requests = new AtomicInteger();
    /** By their addresses as pods reach them. */
    private Map<String, String> inside = Map.of("10.244.0.4:8080", GOOD, "10.244.1.4:8080", GOOD,
            "10.96.0.9:80", GOOD);

    @BeforeEach
    void twoPods() {
        String service = Recording.of("service-numbers-web").replaceAll("\"clusterIP\": \"[0-9.]+\"",
                "\"clusterIP\": \"10.96.0.9\"")
                .replaceAll("\"hybridlab.org/page-names\": \"[^\"]*\"", "\"any\": \"thing\"");
        fixture.pages.put("192.168.99.11:30001", GOOD);
        fixture.pages.put("192.168.99.12:30001", GOOD);
        fixture.api.with("/api/v1/services", "{\"items\":[%s]}".formatted(service))
                .with("/api/v1/namespaces/default/services/numbers-web", service)
                .with("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", """
                        {"items":[{"addressType":"IPv6","ports":[{"port":8080}],"endpoints":[
                          {"addresses":["fd00::4"],"nodeName":"control","targetRef":{"name":"web-a"}}]},
                        {"addressType":"IPv4","ports":[{"port":8080}],"endpoints":[
                          {"addresses":["10.244.0.4"],"nodeName":"control","targetRef":{"name":"web-a"}},
                          {"addresses":["10.244.1.4"],"conditions":{"ready":true},"nodeName":"node",
                           "targetRef":{"name":"web-b"}},
                          {"addresses":["10.244.1.9"],"conditions":{"ready":false},"nodeName":"node",
                           "targetRef":{"name":"web-c"}}]}]}
                        """);
        fixture.probed(address -> inside.get(address));
    }

    static Stream<Check> checks() {
        return Stream.of(new AppEndToEnd(Fixture.lab().apps().get(0)), ofLabFile(Optional.empty()),
                ofLabFile(Optional.of("node")));
    }

    private static Check ofLabFile(Optional<String> machine) {
        return ofLabFile(machine, Duration.ofMillis(250));
    }

    private static Check ofLabFile(Optional<String> machine, Duration within) {
        return new LabFileCheck(new CheckSpec("a page", new CheckSpec.Http(machine, 30001, "/", 200,
                Optional.of("hello")), within, Optional.empty(), Optional.empty()), List.of());
    }

    /** On a busy host, eight looks take longer than a check that fails may. */
    static Stream<Check> patientChecks() {
        return Stream.of(new AppEndToEnd(Fixture.lab().apps().get(0)),
                ofLabFile(Optional.empty(), Duration.ofSeconds(20)),
                ofLabFile(Optional.of("node"), Duration.ofSeconds(20)));
    }

    @ParameterizedTest
    @MethodSource("checks")
    void page_goodEachTime_passes(Check check) {
        assertThat(judged(check).message()).doesNotContain("not each time");
        assertThat(judged(check).outcome()).isEqualTo(Outcome.PASSED);
    }

    @RepeatedTest(20)
    void page_failingHalfItsLooks_fails() {
        Random half = new Random(requests.get());
        fixture.web = page -> half.nextBoolean() ? page : BROKEN;

        checks().map(this::judged).forEach(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED));
    }

    /** Requests to the Service and the NodePort happen to end at the other one. */
    @ParameterizedTest
    @MethodSource("checks")
    void brokenReplica_ofTwo_isNamed(Check check) {
        with("10.244.1.4:8080", BROKEN);

        assertThat(judged(check).message()).contains("pod web-b on node, http://10.244.1.4:8080/", "500",
                "no database").doesNotContain("web-a", "web-c");
    }

    @ParameterizedTest
    @MethodSource("checks")
    void replica_thatRefusesConnections_isNamed(Check check) {
        inside = Map.of("10.244.0.4:8080", GOOD, "10.96.0.9:80", GOOD);

        assertThat(judged(check).message()).contains("pod web-b on node, http://10.244.1.4:8080/: Connection refused");
    }

    @ParameterizedTest
    @MethodSource("checks")
    void service_failing_isNamed(Check check) {
        with("10.96.0.9:80", BROKEN);

        assertThat(judged(check).message()).contains("service/numbers-web, http://10.96.0.9:80/", "no database");
    }

    @ParameterizedTest
    @MethodSource("patientChecks")
    void page_notReadyYet_isWaitedFor(Check check) {
        fixture.web = first(8, BROKEN);

        assertThat(judged(check).outcome()).isEqualTo(Outcome.PASSED);
    }

    /** Its rules still lead to a pod that has just gone. */
    @ParameterizedTest
    @MethodSource("checks")
    void kubeProxy_behindItsEndpoints_isWaitedFor(Check check) {
        UnaryOperator<String> bad = first(1, BROKEN);
        fixture.web = page -> requests.get() < 2 && requests.incrementAndGet() > 0 ? page : bad.apply(page);

        assertThat(judged(check).outcome()).isEqualTo(Outcome.PASSED);
    }

    private UnaryOperator<String> first(int times, String instead) {
        AtomicInteger left = new AtomicInteger(times);
        return page -> left.getAndDecrement() > 0 ? instead : page;
    }

    private void with(String address, String page) {
        inside = inside.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, one ->
                one.getKey().equals(address) ? page : one.getValue()));
    }

    private Verdict judged(Check check) {
        CheckContext context = fixture.context(Fixture.lab(), Map.of("numbers", MANIFEST));
        return check.judge(context);
    }
}
